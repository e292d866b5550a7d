// Strings that stand for what must never leave the source file: an owner and a land-register number. They are
// planted in the parcel files; a test searches every store and answer for them. Both are invented: no court has the
// code WA9X.

export const CANARY_OWNER = 'Kanarek Zenobiusz Testowy';
export const CANARY_LAND_REGISTER = 'WA9X/00099999/9';
export const CANARIES: readonly string[] = [CANARY_OWNER, CANARY_LAND_REGISTER];
