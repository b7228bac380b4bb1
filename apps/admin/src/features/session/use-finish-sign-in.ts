import type { Session } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { session } from '../../api/admin.ts';
import { nextPath } from '../../api/next-path.ts';

export function useFinishSignIn(next: string | undefined) {
  const router = useRouter();
  return (started: Session, greeting: string) => {
    session.write(started);
    toast.success(greeting);
    router.history.replace(nextPath(next, location.origin));
  };
}
