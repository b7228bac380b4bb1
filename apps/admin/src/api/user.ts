import type { User } from '@institute/contract';
import { createContext, use } from 'react';

type SignedIn = {
  user: User;
  /** The device's session ends at once. The server's session ends in the background. */
  signOut: () => void;
};

const SignedInContext = createContext<SignedIn | null>(null);
export const SignedInProvider = SignedInContext.Provider;

function useSignedIn(): SignedIn {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error('This part must be inside the dashboard');
  return signedIn;
}

export const useUser = () => useSignedIn().user;
export const useSignOut = () => useSignedIn().signOut;
