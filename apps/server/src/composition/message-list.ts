// The kinds of messages, one line for each subject. Sending, limits and previews derive from this file.
export * from '../modules/accounts/account.messages.ts';
export * from '../modules/donations/donation.messages.ts';
export * from '../modules/messages/message.messages.ts';
export * from '../modules/newsletter/newsletter.messages.ts';
export * from '../modules/office-sms/office-sms.messages.ts';
export * from '../modules/registrations/registration.messages.ts';
export * from '../modules/site/site.messages.ts';
export * from '../modules/sms/sms.messages.ts';
