import { createContext, use } from 'react';

const OwnerContext = createContext(false);
export const OwnerProvider = OwnerContext.Provider;

/** True when the account may change the payment settings. */
export const useIsOwner = () => use(OwnerContext);
