import type { Ctx } from '../../context.ts';
import { SignInRuleEntity } from './second-factor.entity.ts';

export async function demandsSecondFactor({ em }: Pick<Ctx, 'em'>): Promise<boolean> {
  return (await em.count(SignInRuleEntity, { demandsSecondFactor: true })) > 0;
}
