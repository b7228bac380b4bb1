export { countItems, countPeople } from '@institute/contract/count-items';
