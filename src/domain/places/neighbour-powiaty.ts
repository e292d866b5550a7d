// Which powiaty lie beside each other, as far as the voivodeships that are served go: what a village is said to be near to is often
// the next town, which lies in another powiat. A city that one powiat surrounds counts as that powiat.

/** By TERC: a powiat of mazowieckie, and those beside it that come later in the table or lie in another voivodeship. */
const BESIDE: Readonly<Record<string, string>> = {
  1401: '1406 1407 1423 1425 1013',
  1402: '1411 1413 1420 1422 1424',
  1403: '1406 1407 1412 1417 1426 0611 0616',
  1404: '1419 1428 0418 0464 1002',
  1405: '1406 1418 1421 1428 1432 1438',
  1406: '1407 1417 1418 1423 1438 1013',
  1407: '1425 1436 0614 0616',
  1408: '1414 1424 1432 1434 1435 1465',
  1409: '1425 1436 0612 0614 2607 2611',
  1410: '1426 0601 2010',
  1411: '1415 1422 1424 1435',
  1412: '1417 1426 1433 1434 1465',
  1413: '1420 1422 1437 2803 2811',
  1414: '1420 1424 1428 1432',
  1415: '1416 1422 1435 2006 2007 2062 2816 2817',
  1416: '1429 1433 1435 2007 2013 2014',
  1417: '1418 1465',
  1418: '1421 1465',
  1419: '1420 1427 1428 0408 0418 0464 1002 1005',
  1420: '1424 1427 1428 1437',
  1421: '1432 1465',
  1422: '2811 2817',
  1423: '1425 1430 1007 1016 2605',
  1424: '1435',
  1425: '1430 1436 2611',
  1426: '1429 1433 0601 0611',
  1427: '1437 0408 0412',
  1428: '1432 1438 1005',
  1429: '1433 2010 2013',
  1430: '2605 2610 2611',
  1432: '1465',
  1433: '1434 1435',
  1434: '1435 1465',
  1436: '0614',
  1437: '0402 0412 2803',
  1438: '1005 1013 1015 1063',
};

const PAIRS: ReadonlySet<string> = new Set(
  Object.entries(BESIDE).flatMap(([powiat, beside]) =>
    beside.split(' ').flatMap((other) => [`${powiat} ${other}`, `${other} ${powiat}`]),
  ),
);

/** Ostrołęka, Płock, Radom and Siedlce, each in the powiat around it. */
const AROUND: ReadonlyMap<string, string> = new Map([
  ['1461', '1415'],
  ['1462', '1419'],
  ['1463', '1425'],
  ['1464', '1426'],
]);

/** Whether two powiaty are one, or lie beside each other. */
export function arePowiatyBeside(powiat: string, other: string): boolean {
  const [first, second] = [AROUND.get(powiat) ?? powiat, AROUND.get(other) ?? other];
  return first === second || PAIRS.has(`${first} ${second}`);
}
