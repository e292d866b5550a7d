// Strings that stand for what must never leave a source file. They are planted in the files of the sample world; a test
// searches every store and answer for them. All are invented: no court has the code WA9X, and nobody is called so.

/** In the parcel files. */
export const CANARY_OWNER = 'Kanarek Zenobiusz Testowy';
export const CANARY_LAND_REGISTER = 'WA9X/00099999/9';
export const CADASTRE_CANARIES: readonly string[] = [CANARY_OWNER, CANARY_LAND_REGISTER];

/** In the register of permits: in columns of their own, and the investor in free text too. */
export const CANARY_INVESTOR = 'Inwestor Kanarkowy Bonifacy';
export const CANARY_DESIGNER = 'Projektant Kanarek Euzebia';
export const CANARY_LICENCE = 'MAZ/KANAREK/9999/POOK';
export const PERMIT_CANARIES: readonly string[] = [CANARY_INVESTOR, CANARY_DESIGNER, CANARY_LICENCE];

/** In the register of prices. The price belongs to the address: one sale alone has both. */
export const CANARY_NOTARY = 'Notariusz Kanarkowa Pelagia';
export const CANARY_SELLER = 'Sprzedawca Kanarek Hipolit';
export const CANARY_BUYER = 'Nabywczyni Kanarek Kunegunda';
export const CANARY_DEED_REGISTER = 'WA9X/00088888/8';
export const CANARY_PRICE_ADDRESS = 'ul. Kanarkowa 13';
export const CANARY_PRICE_PLN = 7_654_321;
export const PRICE_CANARIES: readonly string[] = [
  ...[CANARY_NOTARY, CANARY_SELLER, CANARY_BUYER, CANARY_DEED_REGISTER],
  ...[CANARY_PRICE_ADDRESS, String(CANARY_PRICE_PLN)],
];

export const CANARIES: readonly string[] = [...CADASTRE_CANARIES, ...PERMIT_CANARIES, ...PRICE_CANARIES];
