import * as z from 'zod/mini';

/** A parameter that an address may leave out. A wrong value counts as left out. */
export const makeOptionalParameter = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.optional(schema), undefined);

export const textParameter = makeOptionalParameter(z.string().check(z.trim(), z.minLength(1)));
export const dayParameter = makeOptionalParameter(z.iso.date());
const wholeNumberSchema = z.coerce.number<number>().check(z.int());
export const positiveNumberSchema = wholeNumberSchema.check(z.positive());
export const idParameter = makeOptionalParameter(positiveNumberSchema);
export const makeWordParameter = <const W extends readonly string[]>(words: W) =>
  makeOptionalParameter(z.enum(words));

/** A parameter for the order of a list. The usual order is left out of the address. */
export const makeOrderParameter = <const N extends string>(
  columns: readonly N[],
  usual?: NoInfer<N | `-${N}`>,
) =>
  makeOptionalParameter(
    z
      .enum([...columns, ...columns.map((name): `-${N}` => `-${name}`)])
      .check(z.refine((sort) => sort !== usual)),
  );

export const PAGE_SIZE = 20;
export const pageSizes = [PAGE_SIZE, 50, 100];

/** Parameters of a page. The first page, counted from 1, and the usual size are left out of the address. */
export const pagingParameters = {
  page: makeOptionalParameter(wholeNumberSchema.check(z.gt(1))),
  size: makeOptionalParameter(
    wholeNumberSchema.check(z.refine((rows) => rows !== PAGE_SIZE && pageSizes.includes(rows))),
  ),
};

/** `sort` is a name of a column, with `-` before it for descending order. */
export const listAddressSchema = z.object({
  q: textParameter,
  category: textParameter,
  status: textParameter,
  currency: textParameter,
  sort: textParameter,
  ...pagingParameters,
  open: idParameter,
});
export type ListSearch = z.infer<typeof listAddressSchema>;
