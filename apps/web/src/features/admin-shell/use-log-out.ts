import { ok } from '@institute/client/failure';
import { useNavigate } from '@tanstack/react-router';
import { call, session } from '../../api/admin.ts';

/** Signs out here at once; the server's end of the session follows. */
export function useLogOut() {
  const navigate = useNavigate();
  return async () => {
    session.clear();
    const ending = ok(call('POST /admin/logout', { body: undefined }));
    await navigate({ to: '/admin/login' });
    await ending.catch((error) => console.error(error));
  };
}
