import { toast } from '@institute/ui/toast.ts';
import { failureOf } from '../api/admin.ts';
import { useRefresh } from './use-refresh.ts';

type Outcome<Answer> = {
  /** Title of the toast. */
  done?: string | ((answer: Answer) => string);
  /** Title of the toast. */
  failed: string;
};

export function useChange() {
  const refresh = useRefresh();
  return async <Answer>(send: () => Promise<Answer>, { done, failed }: Outcome<Answer>): Promise<boolean> => {
    let isDone = false;
    try {
      const answer = await send();
      isDone = true;
      if (done) toast.success(typeof done === 'string' ? done : done(answer));
    } catch (error) {
      toast.error(failed, { description: failureOf(error).message });
    }
    await refresh();
    return isDone;
  };
}
