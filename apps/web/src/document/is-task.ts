const tasks = /^\/(?:registration(?:\/(?:mine|documents))?|(?:donations|fees|certificates)(?:\/.+)?)$/;

/** Whether few can do without scripts what the page at this path is for. */
export const isTask = (path: string): boolean => tasks.test(path);
