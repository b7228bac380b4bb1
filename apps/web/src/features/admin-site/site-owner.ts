import { createContext, use } from 'react';

const OwnerContext = createContext(false);
export const OwnerProvider = OwnerContext.Provider;

/** True when the account may change where money goes and what is erased. */
export const useIsOwner = () => use(OwnerContext);
