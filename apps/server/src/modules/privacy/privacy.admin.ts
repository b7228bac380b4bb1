import { personErased, personSought } from '@institute/contract';
import { ownerProcedure, router } from '../../admin/trpc.ts';
import { refuseUnconfirmed } from '../../context.ts';
import { erasePerson, exportPerson, findPerson } from './person.service.ts';

/** One person's data. Mutations, because an address or a number must not stand in a URL. */
export const privacyAdmin = router({
  find: ownerProcedure.input(personSought).mutation(({ ctx, input }) => findPerson(ctx, input.person)),

  /** Holds what applicants wrote about their health, so the password is asked again. */
  export: ownerProcedure.input(personSought).mutation(({ ctx, input }) => {
    refuseUnconfirmed(ctx);
    return exportPerson(ctx, input.person);
  }),

  erase: ownerProcedure.input(personErased).mutation(({ ctx, input }) => {
    refuseUnconfirmed(ctx);
    return erasePerson(ctx, input.person);
  }),
});
