import * as z from 'zod/mini';

/** A parameter that an address may leave out. A wrong value counts as left out. */
export const parseOptional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);

export const textParameter = parseOptional(z.string().check(z.trim(), z.minLength(1)));
export const dayParameter = parseOptional(z.iso.date());
const wholeNumber = z.coerce.number<number>().check(z.int());
export const positiveNumber = wholeNumber.check(z.positive());
export const idParameter = parseOptional(positiveNumber);
export const parseWord = <const W extends readonly string[]>(words: W) => parseOptional(z.enum(words));

/** A parameter for the order of a list. The usual order is left out of the address. */
export const parseOrder = <const N extends string>(columns: readonly N[], usual?: NoInfer<N | `-${N}`>) =>
  parseOptional(
    z
      .enum([...columns, ...columns.map((name): `-${N}` => `-${name}`)])
      .check(z.refine((sort) => sort !== usual)),
  );

export const PAGE_SIZE = 20;
export const pageSizes = [PAGE_SIZE, 50, 100];

/** Parameters of a page. The first page, counted from 1, and the usual size are left out of the address. */
export const pagingParameters = {
  page: parseOptional(wholeNumber.check(z.gt(1))),
  size: parseOptional(wholeNumber.check(z.refine((rows) => rows !== PAGE_SIZE && pageSizes.includes(rows)))),
};

/** `sort` is a name of a column, with `-` before it for descending order. */
export const listAddress = z.object({
  q: textParameter,
  category: textParameter,
  status: textParameter,
  currency: textParameter,
  sort: textParameter,
  ...pagingParameters,
  open: idParameter,
});
export type ListSearch = z.infer<typeof listAddress>;
