import { useRefresh } from '../../admin-ui/resource/use-refresh.ts';
import { failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';

type Words<Answer> = { done: (answer: Answer) => string; failed: string };

/** One step in the life of a newsletter: does it, tells how it went, and has everything asked for again. */
export function useCampaignStep() {
  const refresh = useRefresh();
  return async <Answer>(step: Promise<Answer>, { done, failed }: Words<Answer>): Promise<void> => {
    try {
      toast.success(done(await step));
    } catch (error) {
      toast.error(failed, { description: failureOf(error).message });
    }
    await refresh();
  };
}
