import { contentResources } from '@institute/contract';

/** Any one of these rights. */
type Rights =
  | 'content'
  | 'registrations'
  | 'fees'
  | 'certificates'
  | 'settings'
  | 'content, settings'
  | 'registrations, fees'
  | 'registrations, fees, certificates'
  | 'registrations, fees, settings';
/** `secret` is a ticket, a cookie or a shared secret. */
export type Access = 'anyone' | 'account' | Rights | 'owner' | 'secret' | 'hidden' | 'wrongMethod';

/** A new content resource needs no line here. */
const ofContent = (callsOf: (key: string) => readonly string[]) =>
  Object.keys(contentResources).flatMap(callsOf);
const writesWith = (right: Rights) =>
  Object.values(contentResources)
    .filter(({ need }) => need === right)
    .flatMap(({ key }) => [
      `POST /api/v1/${key}`,
      `PUT /api/v1/${key}/:id`,
      `DELETE /api/v1/${key}/:id`,
      ...ofRouter(
        key,
        'create exportTicket get lastChange list preview remove update versions.get versions.list versions.restore',
      ),
    ]);

const withStart = (start: string, names: string) => names.split(/\s+/).map((name) => start + name);
const ofRouter = (router: string, names: string) => withStart(`trpc ${router}.`, names);
const ofGet = (paths: string) => withStart('GET ', paths);
const ofPost = (paths: string) => withStart('POST ', paths);
const uploading = (methods: string[]) =>
  methods.flatMap((method) =>
    ['image', 'raw'].map((kind) => `${method} /uploads/:cloud|:folder/${kind}/upload`),
  );

/**
 * Lists every address of the product. A test fails for a route that is missing here.
 * `GET *` are the pages. Those of the admin area are the same for everybody.
 */
export const accessTable: Readonly<Record<Access, readonly string[]>> = {
  anyone: [
    ...ofContent((key) => [`GET /api/v1/${key}`, `GET /api/v1/${key}/:id`, `GET /api/v1/${key}/summaries`]),
    ...ofGet(`* /admin /admin* /.well-known/did.json /.well-known/jwks.json /.well-known/security.txt
      /api/v1/certificates/:code /api/v1/donations/online
      /api/v1/donations/receipts/:code /api/v1/fees/payments/:txRef /api/v1/openapi.json /api/v1/site /api/v1/site/legal
      /api/v1/stats /assets/:name /certificates/:code/badge /certificates/revocations /certificates/status/:list /docs/api /docs/api/heading.woff2 /docs/api/reference.css
      /docs/api/reference.js /images/demo/:folder/email.jpg /donations/:txRef/receipt.pdf /favicon.ico /favicon.svg /healthz
      /icons/apple-touch-icon.png /icons/icon-192.png /icons/icon-512.png /icons/maskable-512.png /images/share.jpg /login /manifest.webmanifest
      /news.rss /pattern/:colors/:file /programs/:id/registration.svg /programs/:id/share.jpg /readyz /register
      /registration-success /robots.txt /s/:reference /sandbox/checkout.js /sandbox/pay /sitemap.xml
      /uploads/:cloud|:folder/:file /uploads/:cloud|:folder/email.jpg`),
    ...uploading(['OPTIONS']),
    ...ofPost(`/api/v1/admin/login /api/v1/admin/logout /api/v1/admin/signup /api/v1/contact
      /api/v1/contact/token /api/v1/donations /api/v1/donations/:txRef/verify
      /api/v1/fees/payments /api/v1/fees/statements
      /api/v1/newsletter/confirm /api/v1/newsletter/subscribe /api/v1/newsletter/unsubscribe
      /api/v1/registrations /certificates /contact /donations /failed-starts /fees /newsletter
      /newsletter/confirm /newsletter/unsubscribe /receipts /registration /registration/status /sandbox/pay
      /sandbox/payments /view/full /view/light`),
    ...ofRouter(
      'auth',
      'acceptInvitation invitation requestReset resetLink resetPassword rules signInByLink',
    ),
  ],
  account: [
    ...ofRouter('account', 'changePassword confirmPassword endSessions get'),
    ...ofRouter('finder', 'find'),
    ...ofRouter('secondFactor', 'begin finish renewCodes state turnOff'),
    ...ofRouter('stats', 'attention changes firstSteps get'),
    ...ofRouter('trash', 'list removeMany restore restoreMany'),
  ],
  content: [
    ...writesWith('content'),
    ...ofRouter(
      'newsletter',
      `campaigns.create campaigns.get campaigns.lastChange campaigns.list campaigns.posts
      campaigns.preview campaigns.remove campaigns.resume campaigns.sendTest campaigns.start
      campaigns.stop campaigns.update subscribers.counts subscribers.exportTicket subscribers.list
      subscribers.remove`,
    ),
    'POST /api/imports',
    ...ofRouter('imports', 'commit fetchAgain items list plan status undo'),
    ...ofRouter('redirects', 'create list remove'),
    ...ofRouter('gallery', 'createMany'),
    ...ofRouter('uploads', 'remove'),
  ],
  'content, settings': [
    'PUT /api/v1/site',
    ...uploading(['POST']),
    ...ofRouter('site', 'get update'),
    ...ofRouter('uploads', 'list target'),
  ],
  registrations: [
    ...writesWith('registrations'),
    'DELETE /api/v1/registrations/:id',
    'PUT /api/v1/registrations/:id',
    ...ofGet('/api/v1/contact-submissions'),
    ...ofRouter('intakes', 'planMoveDues'),
    ...ofRouter('contact', 'answer get list mark notSpam remove smsEnding unread'),
    ...ofRouter('messagesOut', 'about counts list sendAgain sendAllAgain smsOfMonth'),
    ...ofRouter(
      'registrations',
      `changeCourse changeStatuses correct countNew decide enter exportTicket previewStatuses remove removeMany
      restoreMany sendSms sms templates undoStatuses`,
    ),
  ],
  'registrations, fees': [
    ...ofGet('/api/v1/registrations /api/v1/registrations/:id'),
    ...ofRouter('registrations', 'choose classList get list planMessage sendMessage undoMessage'),
    ...ofRouter('stats', 'registrationWeeks'),
  ],
  'registrations, fees, certificates': ofRouter('registrations', 'choices'),
  'registrations, fees, settings': ofRouter('site', 'legalVersion'),
  fees: [
    ...ofGet('/api/v1/donations /api/v1/donations/:txRef /api/v1/registrations/:id/fees'),
    ...ofRouter(
      'donations',
      `cancel correct counterReceipt exportTicket get list markReceived notices record resendReceipt
      totals`,
    ),
    ...ofRouter(
      'fees',
      `account assign book bookTicket cashiers charge chargeBook chargeMany chargesTicket close closing closings
      confirmWaiting counter crossed decideLeaver deposit exportTicket import importPeople leaveOutWaiting list move people plan planChargeMany
      planFile planPeople planReverseMany prices putCrossedRight receipt reconciliation record setPrice sum takings takingsTicket
      unassign unassigned unclosed waiting`,
    ),
  ],
  certificates: ofRouter('certificates', 'candidates exportTicket issue list pdfTicket preview'),
  settings: [
    ...ofRouter('activity', 'accounts list'),
    ...ofRouter('installation', 'get'),
    ...ofRouter('webhooks', 'create deliveries list remove replay rotateSecret test update'),
  ],
  owner: [
    ...ofRouter(
      'accounts',
      `demandSecondFactor endSessions invite list removeSecondFactor setActive setRights setRole withdraw`,
    ),
    ...ofRouter('apiKeys', 'create list revoke'),
    ...ofRouter('certificates', 'correct withdraw'),
    ...ofRouter('fees', 'control refund reverse reverseMany'),
    ...ofRouter('installation', 'smsAddresses'),
    ...ofRouter('privacy', 'erase export find'),
    ...ofRouter('site', 'markRead'),
    ...ofRouter('stats', 'dismissFirstSteps'),
    ...ofRouter('trash', 'demo purge removeDemo restoreDemo'),
  ],
  secret: [
    ...ofContent((key) => [`POST /api/exports/${key}`]),
    'GET /sandbox/v3/transactions/verify_by_reference',
    ...ofPost(`/sandbox/v3/payments /api/exports/certificates /api/exports/donations /api/exports/fee-book /api/exports/fee-charges /api/exports/fee-takings /api/exports/fees /api/exports/registrations /api/exports/subscribers
      /api/v1/admin/refresh /api/v1/donations/webhook`),
  ],
  hidden: [
    'GET /api/certificates.pdf',
    'GET /metrics',
    ...ofPost('/api/v1/sms/incoming/:token /api/v1/sms/phone/:token /api/v1/sms/reports/:token'),
  ],
  wrongMethod: [
    ...['DELETE *', 'PATCH *', 'POST *', 'PUT *'],
    ...uploading(['DELETE', 'GET', 'PATCH', 'PUT']),
  ],
};
