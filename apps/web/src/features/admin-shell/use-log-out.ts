import { ok } from '@institute/client/failure';
import { useNavigate } from '@tanstack/react-router';
import { call, session } from '../../api/admin.ts';

/** Ends the session at the server, then here; here also when the server cannot be reached. */
export function useLogOut() {
  const navigate = useNavigate();
  return async () => {
    await ok(call('POST /admin/logout', { body: undefined })).catch((error) => console.error(error));
    session.clear();
    await navigate({ to: '/admin/login' });
  };
}
