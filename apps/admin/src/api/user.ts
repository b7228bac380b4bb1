import type { User } from '@institute/contract';
import { createContext, use } from 'react';

type SignedInSession = {
  user: User;
  /** The device's session ends at once. The server's session ends in the background. */
  signOut: () => void;
};

const SignedInContext = createContext<SignedInSession | null>(null);
export const SignedInProvider = SignedInContext.Provider;

function useSignedInSession(): SignedInSession {
  const signedInSession = use(SignedInContext);
  if (!signedInSession) throw new Error('This part must be inside the dashboard');
  return signedInSession;
}

export const useUser = () => useSignedInSession().user;
export const useSignOut = () => useSignedInSession().signOut;
