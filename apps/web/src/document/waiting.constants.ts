/**
 * Key in the device's storage that exists while an application waits for a connection. Each page then loads
 * the code that sends the application.
 */
export const waitingApplicationAttribute = 'application-waits';
