import { personErased, personSought } from '@institute/contract';
import { ownerProcedure, router } from '../../../admin/trpc.ts';
import { refuseUnconfirmed } from '../../../context.ts';
import { erasePerson, exportPerson, findPerson } from './person.service.ts';

/** Mutations, because an address or a number must not be in a URL. */
export const privacyAdmin = router({
  find: ownerProcedure.input(personSought).mutation(({ ctx, input }) => findPerson(ctx, input.person)),

  /** The copy contains medical information, so the password is asked again. */
  export: ownerProcedure.input(personSought).mutation(({ ctx, input }) => {
    refuseUnconfirmed(ctx);
    return exportPerson(ctx, input.person);
  }),

  erase: ownerProcedure.input(personErased).mutation(({ ctx, input }) => {
    refuseUnconfirmed(ctx);
    return erasePerson(ctx, input.person);
  }),
});
