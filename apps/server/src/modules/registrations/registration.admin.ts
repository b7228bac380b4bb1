import { pathId, type Registration, registrationRoutes } from '@institute/contract';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { registrationExport } from './registration.export.ts';
import { getRegistration, listRegistrations, removeRegistration } from './registration.service.ts';

export const registrationAdmin = router({
  list: adminProcedure.input(registrationRoutes.list.query).query(async ({ ctx, input }) => {
    const { items, total } = await listRegistrations(ctx, input);
    return { items: items.map(rowView), total };
  }),

  /** Holds medical data: whoever reads it is on record. */
  get: adminProcedure.input(pathId).query(async ({ ctx, input: { id } }) => {
    const item = await getRegistration(ctx, id);
    await recordActivity(ctx, ctx.em, {
      type: 'view',
      entityType: 'registration',
      entityId: id,
      description: `Viewed registration ${item.view.reference}`,
    });
    return item;
  }),

  remove: adminProcedure
    .input(pathId.extend({ ifMatch: z.string().optional() }))
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  exportTicket: exportTicket(registrationExport),
});

/** A row of the list: whom to call and about what, nothing of their health. */
const rowView = (registration: Registration) => ({
  id: registration.id,
  reference: registration.reference,
  status: registration.status,
  firstName: registration.firstName,
  lastName: registration.lastName,
  email: registration.email,
  phone: registration.phone,
  program: registration.program,
  startDate: registration.startDate,
  createdAt: registration.createdAt,
  updatedAt: registration.updatedAt,
});
