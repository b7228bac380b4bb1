/**
 * Work that asks for the password of the last ten minutes: the function that asks, and the calls that reach it.
 * A test fails for a function or a call that is missing here.
 */
export const passwordTable: Readonly<Record<string, readonly string[]>> = {
  'account-office.service changeAccountRow': [
    'trpc accounts.endSessions',
    'trpc accounts.removeSecondFactor',
    'trpc accounts.setActive',
    'trpc accounts.setRights',
    'trpc accounts.setRole',
  ],
  'api-key.service createApiKey': ['trpc apiKeys.create'],
  'certificate-issue.service correctCertificate': ['trpc certificates.correct'],
  'certificate-issue.service issueCertificates': ['trpc certificates.issue'],
  'certificate.service withdrawCertificate': ['trpc certificates.withdraw'],
  'charge-office.service addCharge': ['trpc fees.charge'],
  'charge-office.service reverseCharge': ['trpc fees.reverse'],
  'charge.service chargeForCourse': ['PUT /api/v1/registrations/:id', 'trpc registrations.changeCourse'],
  'contact-message.service listContactRecords': ['GET /api/v1/contact-submissions'],
  'crossed-part.service putCrossedRight': ['trpc fees.putCrossedRight'],
  'demo-content.service removeDemo': ['trpc trash.removeDemo'],
  'demo-content.service restoreDemo': ['trpc trash.restoreDemo'],
  'donation-list.service listDonationRecords': ['GET /api/v1/donations'],
  'fee-counter.service counterMovement': ['trpc fees.counter'],
  'fee-movement.service refundFees': ['trpc fees.refund'],
  'invitation.service inviteAccount': ['trpc accounts.invite'],
  'invitation.service withdrawInvitation': ['trpc accounts.withdraw'],
  'many-charges.service reverseMany': ['trpc fees.reverseMany'],
  'office-donation.service cancelLocked': ['trpc donations.cancel', 'trpc donations.correct'],
  'own-sessions.service endOwnSessions': ['trpc account.endSessions'],
  'person.service erasePerson': ['trpc privacy.erase'],
  'person.service exportPerson': ['trpc privacy.export'],
  'registration-list.service listRegistrations': ['GET /api/v1/registrations'],
  'second-factor.service beginSecondFactor': ['trpc secondFactor.begin'],
  'second-factor.service demandSecondFactor': ['trpc accounts.demandSecondFactor'],
  'second-factor.service finishSecondFactor': ['trpc secondFactor.finish'],
  'second-factor.service renewRecoveryCodes': ['trpc secondFactor.renewCodes'],
  'second-factor.service turnOffSecondFactor': ['trpc secondFactor.turnOff'],
  'site.service refuseOwnersOnly': ['PUT /api/v1/site', 'trpc site.update'],
  'sms-address.service readSmsAddresses': ['trpc installation.smsAddresses'],
  'ticket makeTicket': [
    'trpc certificates.exportTicket',
    'trpc donations.exportTicket',
    'trpc fees.bookTicket',
    'trpc fees.chargesTicket',
    'trpc fees.exportTicket',
    'trpc newsletter.subscribers.exportTicket',
    'trpc registrations.exportTicket',
  ],
  'trash.service purgeItem': ['trpc trash.purge'],
  'webhook.service createWebhook': ['trpc webhooks.create'],
  'webhook.service rotateSecret': ['trpc webhooks.rotateSecret'],
  'webhook.service updateWebhook': ['trpc webhooks.update'],
};

/** Of what only owners change, this alone asks for no password: it gives nothing away. */
export const unconfirmedOwnerCalls: readonly string[] = [
  'trpc apiKeys.revoke',
  'trpc privacy.find',
  'trpc stats.dismissFirstSteps',
];
