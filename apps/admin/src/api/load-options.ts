/** For a form: loads once, so that the values do not change while the user types. */
export const loadOnceOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/** For a dialog: reloads each time it opens. */
export const loadOnOpenOptions = { ...loadOnceOptions, staleTime: 0 };
