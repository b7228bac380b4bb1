import type { User } from '@institute/contract';
import { createContext, use } from 'react';

type SignedIn = {
  user: User;
  /** Ends the session here at once and at the server afterwards, and leads to the sign-in. */
  signOut: () => void;
};

const SignedInContext = createContext<SignedIn | null>(null);
export const SignedInProvider = SignedInContext.Provider;

function useSignedIn(): SignedIn {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error('This part stands outside the dashboard');
  return signedIn;
}

/** Who is signed in, inside the dashboard. */
export const useUser = () => useSignedIn().user;
export const useSignOut = () => useSignedIn().signOut;
