// Takes the place of a module of TanStack Query, because the site has no infinite queries.

const failInfinite = (): never => {
  throw new Error('The site is built without infinite queries');
};

export const infiniteQueryBehavior = (): never => failInfinite();
export const hasNextPage = (): never => failInfinite();
export const hasPreviousPage = (): never => failInfinite();
