import * as z from 'zod';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';

export const officeSummaryMessage = declareMessageKind({
  kind: 'office-summary',
  to: 'office',
  limit: 'none',
  written: [],
  data: z.object({ count: z.number() }),
  sample: { count: 12 },
  email: ({ count }, { publicUrl }) => {
    const moreMessagesHeading = count === 1 ? '1 more message' : `${count} more messages`;
    return {
      subject: moreMessagesHeading,
      heading: moreMessagesHeading,
      paragraphs: [
        'So many registrations and messages are unopened that you get one email an hour about new ones.',
        'You get an email about each again when fewer than 30 are unopened.',
      ],
      action: { label: 'Open the admin area', url: `${publicUrl}/admin` },
    };
  },
});
