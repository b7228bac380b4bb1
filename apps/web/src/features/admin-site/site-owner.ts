import { createContext, use } from 'react';

const OwnerContext = createContext(false);
export const OwnerProvider = OwnerContext.Provider;

/** Whether who is signed in may change where money goes. */
export const useIsOwner = () => use(OwnerContext);
