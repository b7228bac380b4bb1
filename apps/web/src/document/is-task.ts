const taskPathPattern =
  /^\/(?:registration(?:\/(?:mine|documents))?|(?:donations|fees|certificates)(?:\/.+)?)$/;

/** True when the page at this path is of little use without scripts. */
export const isTaskPath = (path: string): boolean => taskPathPattern.test(path);
