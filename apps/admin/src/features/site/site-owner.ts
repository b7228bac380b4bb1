import { createContext, use } from 'react';

const OwnerContext = createContext(false);
export const OwnerProvider = OwnerContext.Provider;

/** True when the account may change the settings of `ownerSettings`. */
export const useIsOwner = () => use(OwnerContext);
