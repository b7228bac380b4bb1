import { Alert } from '../../ui/alert.tsx';

export const TestMode = () => <Alert tone="warning">Test mode: no money moves.</Alert>;
