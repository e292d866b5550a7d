// The bytes of an answer. Those of a batch are megabytes: they stay in pieces, one or two an item, which need not be copied
// together to be sent: a batch asked for again takes a third of the processor time for that (5.5 µs an item instead of 17.5).

/** JSON. */
export type AnswerBody = Buffer | readonly Buffer[];

export const bytesIn = (body: AnswerBody): number =>
  Buffer.isBuffer(body) ? body.length : body.reduce((sum, { length }) => sum + length, 0);

/** For whoever needs all of it at once. */
export const wholeBody = (body: AnswerBody): Buffer => (Buffer.isBuffer(body) ? body : Buffer.concat(body));
