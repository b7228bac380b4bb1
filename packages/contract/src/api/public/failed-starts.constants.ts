/** Path to which pages report that their scripts failed to start. */
export const failedStartsPath = '/failed-starts';
/** Largest report in bytes. */
export const failedStartLimit = 300;
