/** `image` and `content` have the limits of posts. */
export const pageLimits = { title: 200, path: 80, position: 9999 } as const;

export const pageNotFound = 'Page not found';

/** Own pages stand below it. */
export const pageFolder = '/p';
