/** Key in the device's store while an application waits for a connection. Each page then loads what sends it. */
export const waitingMark = 'application-waits';
