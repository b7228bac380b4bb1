import type { ContactInput, ContactSubmission } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import type { ListQuery } from '../content/content.service.ts';
import { matching, ordering } from '../content/search.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { ContactSubmissionEntity } from './contact-submission.entity.ts';
import { contactSubmissionView } from './contact-submission.view.ts';

const submit = publicForm<{ id: number; createdAt: string }>({
  scope: 'contact',
  entityType: 'contact',
  insert: `
    insert into contact_submissions (name, email, subject, message, created_at, updated_at)
    values (:name, :email, :subject, :message, :now, :now)
    returning id, name, email, subject, message`,
  answer: `jsonb_build_object('id', id, 'createdAt', :createdAt::text)`,
  description: `'New contact message'`,
  mails: `
    select 'contact-message', null::varchar,
      jsonb_build_object('name', name, 'email', email, 'subject', subject, 'message', message)
    from made`,
});

/** A message to the office. */
export async function sendMessage(ctx: Ctx, input: ContactInput, key?: string) {
  const receipt = await submit(ctx, { values: input, key });
  if (!receipt) throw new Error('The message was not stored');
  return receipt;
}

export async function listMessages(
  { em }: Ctx,
  { limit, offset, q, sort = '-createdAt' }: ListQuery,
): Promise<{ items: ContactSubmission[]; total: number }> {
  const [rows, total] = await em.findAndCount(
    ContactSubmissionEntity,
    { deletedAt: null, ...matching(q) },
    { orderBy: ordering(sort), limit, offset, disableIdentityMap: true },
  );
  return { items: rows.map(contactSubmissionView), total };
}
