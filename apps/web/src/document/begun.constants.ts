export const DRAFT = 'registration-draft';
export const WANTED = 'wanted-application';
/** In the tab's store, when a form shows more than the server can know. */
export const begunKeys = [DRAFT, WANTED];
