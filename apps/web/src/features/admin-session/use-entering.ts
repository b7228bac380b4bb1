import type { Session } from '@institute/contract';
import { useRouter } from '@tanstack/react-router';
import { session } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import { nextPath } from './next-path.ts';

/** Keeps the session just given and goes to where its owner wanted to be. */
export function useEntering(next: string | undefined) {
  const router = useRouter();
  return (entered: Session, greeting: string) => {
    session.write(entered);
    toast.success(greeting);
    router.history.replace(nextPath(next, location.origin));
  };
}
