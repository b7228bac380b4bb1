import { expect, test } from 'vitest';
import { openOffice } from '../testing/office.tsx';

const wrong =
  'size=7&status=none&state=none&sort=nothing&program=x&intake=-1&from=2027-02-30&to=soon&method=beans' +
  '&type=dance&entityType=&medical=all&account=me&other=1';

test.each([
  ['/admin/registrations', 'registrations.list', '-createdAt'],
  ['/admin/fees', 'fees.list', '-overdue'],
  ['/admin/fees/book', 'fees.book', '-recordedAt'],
  ['/admin/fees/unassigned', 'fees.unassigned', undefined],
  ['/admin/certificates', 'certificates.list', undefined],
  ['/admin/activity', 'activity.list', undefined],
  ['/admin/mail', 'messagesOut.list', undefined],
])('%s drops what is wrong in its address, value by value', async (path, call, sort) => {
  const { address, inputs } = await openOffice(`${path}?page=2&${wrong}`, {});
  await expect.poll(address).toBe(`${path}?page=2`);
  await expect.poll(() => inputs(call).at(-1)).toEqual({ limit: 20, offset: 20, ...(sort && { sort }) });
});
