/** Takes what a page tells when its scripts failed to start. */
export const failedStartsPath = '/failed-starts';
/** Bytes. */
export const failedStartLimit = 300;
