import type { User } from '@institute/contract';
import { createContext, use } from 'react';

const UserContext = createContext<User | null>(null);
export const UserProvider = UserContext.Provider;

/** Who is signed in, inside the dashboard. */
export function useUser(): User {
  const user = use(UserContext);
  if (!user) throw new Error('This part stands outside the dashboard');
  return user;
}
