/** For a form: loads once, so that the values do not change while the user types. */
export const loadOnce = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/** For a dialog: reloads each time it opens. */
export const loadOnOpen = { ...loadOnce, staleTime: 0 };
