// The number of a person (PESEL): six digits of the day of birth with the century in the month, four of a series, a check digit.
// Eleven digits in a row are more often something else: a number of the journal of laws, the id of a record.

const WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1];
/** What is added to the month tells the century. */
const CENTURIES: Readonly<Record<number, number>> = { 80: 1800, 0: 1900, 20: 2000, 40: 2100, 60: 2200 };

export function isPesel(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return sum % 10 === 0 && isDayOfBirth(text);
}

function isDayOfBirth(text: string): boolean {
  const [year, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [
    number,
    number,
    number,
  ];
  const century = CENTURIES[Math.floor(month / 20) * 20];
  if (century === undefined || day === 0) return false;
  const born = new Date(Date.UTC(century + year, (month % 20) - 1, day));
  return born.getUTCMonth() === (month % 20) - 1 && born.getUTCDate() === day;
}
