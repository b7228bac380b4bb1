import { createContext, use } from 'react';

const OwnerContext = createContext(false);
export const OwnerProvider = OwnerContext.Provider;

export const useIsOwner = () => use(OwnerContext);
