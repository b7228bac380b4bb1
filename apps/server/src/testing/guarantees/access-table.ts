import { contentResources } from '@institute/contract';

/** Any one of these rights. */
type Rights =
  | 'content'
  | 'registrations'
  | 'documents'
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
const listContentCalls = (callsOf: (key: string) => readonly string[]) =>
  Object.keys(contentResources).flatMap(callsOf);
const listWritesWith = (right: Rights) =>
  Object.values(contentResources)
    .filter(({ need }) => need === right)
    .flatMap(({ key }) => [
      `POST /api/v1/${key}`,
      `PUT /api/v1/${key}/:id`,
      `DELETE /api/v1/${key}/:id`,
      ...listRouterCalls(
        key,
        'create exportTicket get lastChange list preview remove update versions.get versions.list versions.restore',
      ),
    ]);

const addStart = (start: string, names: string) => names.split(/\s+/).map((name) => start + name);
const listRouterCalls = (router: string, names: string) => addStart(`trpc ${router}.`, names);
const listGetCalls = (paths: string) => addStart('GET ', paths);
const listPostCalls = (paths: string) => addStart('POST ', paths);
const listUploadCalls = (methods: string[]) =>
  methods.flatMap((method) =>
    ['image', 'raw'].map((kind) => `${method} /uploads/:cloud|:folder/${kind}/upload`),
  );

/**
 * Lists every address of the product. A test fails for a route that is missing here.
 * `GET *` are the pages. Those of the admin area are the same for everybody.
 */
export const accessTable: Readonly<Record<Access, readonly string[]>> = {
  anyone: [
    ...listContentCalls((key) => [
      `GET /api/v1/${key}`,
      `GET /api/v1/${key}/:id`,
      `GET /api/v1/${key}/summaries`,
    ]),
    ...listGetCalls(`* /admin /admin* /.well-known/did.json /.well-known/jwks.json /.well-known/security.txt
      /api/v1/certificates/:code /api/v1/donations/online
      /api/v1/donations/receipts/:code /api/v1/fees/payments/:txRef /api/v1/openapi.json /api/v1/programs/:id/intakes /api/v1/site /api/v1/site/legal
      /api/v1/stats /assets/:name /certificates/:code/badge /certificates/revocations /certificates/status/:list /docs/api /docs/api/heading.woff2 /docs/api/reference.css
      /docs/api/reference.js /images/demo/:folder/email.jpg /donations/:txRef/receipt.pdf /favicon.ico /favicon.svg /healthz
      /icons/apple-touch-icon.png /icons/icon-192.png /icons/icon-512.png /icons/maskable-512.png /images/share.jpg /login /manifest.webmanifest
      /news.rss /pattern/:colors/:file /programs/:id/registration.svg /programs/:id/share.jpg /readyz /register
      /registration/documents /registration-success /robots.txt /s/:reference /sandbox/checkout.js /sandbox/pay /sitemap.xml
      /uploads/:cloud|:folder/:file /uploads/:cloud|:folder/email.jpg`),
    ...listUploadCalls(['OPTIONS']),
    ...listPostCalls(`/api/v1/admin/login /api/v1/admin/logout /api/v1/admin/signup /api/v1/contact
      /api/v1/contact/token /api/v1/donations /api/v1/donations/:txRef/verify
      /api/v1/fees/payments /api/v1/fees/statements
      /api/v1/newsletter/confirm /api/v1/newsletter/subscribe /api/v1/newsletter/unsubscribe
      /api/v1/registrations /api/v1/registrations/documents/ticket /certificates /contact /donations /failed-starts /fees /newsletter
      /newsletter/confirm /newsletter/unsubscribe /receipts /registration /registration/documents /registration/status /sandbox/pay
      /sandbox/payments /view/full /view/light`),
    ...listRouterCalls(
      'auth',
      'acceptInvitation invitation requestReset resetLink resetPassword rules signInByLink',
    ),
  ],
  account: [
    ...listRouterCalls('account', 'changePassword confirmPassword endSessions get'),
    ...listRouterCalls('finder', 'find'),
    ...listRouterCalls('secondFactor', 'begin finish renewCodes state turnOff'),
    ...listRouterCalls('stats', 'attention changes firstSteps get'),
    ...listRouterCalls('trash', 'list removeMany restore restoreMany'),
  ],
  content: [
    ...listWritesWith('content'),
    ...listRouterCalls(
      'newsletter',
      `campaigns.create campaigns.get campaigns.lastChange campaigns.list campaigns.posts
      campaigns.preview campaigns.remove campaigns.resume campaigns.sendTest campaigns.start
      campaigns.stop campaigns.update subscribers.counts subscribers.exportTicket subscribers.list
      subscribers.remove`,
    ),
    'POST /api/imports',
    ...listRouterCalls('imports', 'commit fetchAgain items list plan status undo'),
    ...listRouterCalls('redirects', 'create list remove'),
    ...listRouterCalls('gallery', 'createMany'),
    ...listRouterCalls('uploads', 'remove'),
  ],
  'content, settings': [
    'PUT /api/v1/site',
    ...listUploadCalls(['POST']),
    ...listRouterCalls('site', 'get update'),
    ...listRouterCalls('uploads', 'list target'),
  ],
  registrations: [
    ...listWritesWith('registrations'),
    'DELETE /api/v1/registrations/:id',
    'PUT /api/v1/registrations/:id',
    ...listGetCalls('/api/v1/contact-submissions'),
    ...listRouterCalls('intakes', 'planMoveDues'),
    ...listRouterCalls('stats', 'nextStarts'),
    ...listRouterCalls('contact', 'answer get list mark notSpam remove smsEnding unread'),
    ...listRouterCalls('messagesOut', 'about counts list sendAgain sendAllAgain smsOfMonth'),
    ...listRouterCalls(
      'registrations',
      `changeCourse changeStatuses correct countNew decide enter exportTicket previewStatuses remove removeMany
      restoreMany sendSms sms templates undoStatuses`,
    ),
  ],
  documents: [
    'GET /api/v1/registrations/:id/documents',
    ...listRouterCalls(
      'documents',
      'addPage askAgain counts decide exportTicket list page seen undo undoAskAgain',
    ),
  ],
  'registrations, fees': [
    ...listGetCalls('/api/v1/registrations /api/v1/registrations/:id'),
    ...listRouterCalls('registrations', 'choose classList get list planMessage sendMessage undoMessage'),
    ...listRouterCalls('stats', 'registrationWeeks'),
  ],
  'registrations, fees, certificates': listRouterCalls('registrations', 'choices'),
  'registrations, fees, settings': listRouterCalls('site', 'legalVersion'),
  fees: [
    ...listGetCalls('/api/v1/donations /api/v1/donations/:txRef /api/v1/registrations/:id/fees'),
    ...listRouterCalls(
      'donations',
      `cancel correct counterReceipt exportTicket get list markReceived notices record resendReceipt
      totals`,
    ),
    ...listRouterCalls(
      'fees',
      `account assign book bookTicket cashiers charge chargeBook chargeMany chargesTicket close closing closings
      confirmImport confirmWaiting counter crossed decideLeaver deposit exportTicket import importPeople imports leaveOutWaiting list move people plan planChargeMany
      planFile planPeople planReverseMany prices putCrossedRight receipt reconciliation record setPrice sum takings takingsTicket
      unassign unassigned unclosed waiting`,
    ),
  ],
  certificates: listRouterCalls('certificates', 'candidates exportTicket issue list pdfTicket preview'),
  settings: [
    ...listRouterCalls('activity', 'accounts list'),
    ...listRouterCalls('installation', 'get'),
    ...listRouterCalls('webhooks', 'create deliveries list remove replay rotateSecret test update'),
  ],
  owner: [
    ...listRouterCalls(
      'accounts',
      `demandSecondFactor endSessions invite list removeSecondFactor setActive setRights setRole withdraw`,
    ),
    ...listRouterCalls('apiKeys', 'create list revoke'),
    ...listRouterCalls('certificates', 'correct withdraw'),
    ...listRouterCalls('fees', 'control refund reverse reverseMany'),
    ...listRouterCalls('installation', 'smsAddresses'),
    ...listRouterCalls('privacy', 'erase exportTicket find'),
    ...listRouterCalls('site', 'markRead'),
    ...listRouterCalls('stats', 'dismissFirstSteps'),
    ...listRouterCalls('trash', 'demo purge removeDemo restoreDemo'),
  ],
  secret: [
    ...listContentCalls((key) => [`POST /api/exports/${key}`]),
    'GET /api/v1/registrations/documents',
    ...['PUT', 'DELETE'].map((method) => `${method} /api/v1/registrations/documents/:ask/pages/:sha256`),
    ...['answer', 'order'].map((part) => `PUT /api/v1/registrations/documents/:ask/${part}`),
    'GET /sandbox/v3/transactions/verify_by_reference',
    ...listPostCalls(`/sandbox/v3/payments /api/exports/certificates /api/exports/documents /api/exports/donations /api/exports/fee-book /api/exports/fee-charges /api/exports/fee-takings /api/exports/fees /api/exports/personal-data /api/exports/registrations /api/exports/subscribers
      /api/v1/admin/refresh /api/v1/donations/webhook`),
  ],
  hidden: [
    'GET /api/certificates.pdf',
    'GET /metrics',
    ...listPostCalls('/api/v1/sms/incoming/:token /api/v1/sms/phone/:token /api/v1/sms/reports/:token'),
  ],
  wrongMethod: [
    'DELETE *',
    'PATCH *',
    'POST *',
    'PUT *',
    ...listUploadCalls(['DELETE', 'GET', 'PATCH', 'PUT']),
  ],
};
