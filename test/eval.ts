// npm run eval: how well free text is read, by kind, on the list of queries. Fails when something was picked silently.

import { table } from '../src/commands/table.ts';
import { judge, openAsker, readQueries } from './queries.ts';
import { buildSampleData } from './sample.ts';

const asker = openAsker((await buildSampleData()).data);
const judged = [];
for (const query of readQueries()) judged.push(await judge(asker, query));
await asker.close();

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const rows = [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, list]) => {
  const right = list.filter(({ fault }) => fault === null).length;
  return [kind, String(list.length), String(right), percent(right, list.length)];
});
const right = judged.filter(({ fault }) => fault === null).length;
const wrong = judged.filter(({ isSilentWrongPick }) => isSilentWrongPick);
const say = (text: string) => process.stdout.write(`${text}\n`);
say(
  table(
    [...rows, ['all', String(judged.length), String(right), percent(right, judged.length)]],
    ['kind', 'queries', 'right', 'share'],
  ),
);
for (const { line, text, why, fault } of judged.filter(({ fault: found }) => found !== null)) {
  say(`\n  queries.csv:${line} ${text}\n    ${fault} (${why})`);
}
say(`\nsilent wrong picks: ${wrong.length}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
