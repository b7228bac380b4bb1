import type { FacilityInput } from '@institute/contract';
import { demoImage } from './images.ts';

/** The facilities page shows the first one large. Missing fields show the site's defaults. */
export const facilities: FacilityInput[] = [
  {
    name: 'Main building',
    description:
      'The front door of the institute at Plot 12: reception, eight classrooms, the photo and sound studio, and the assembly hall, where graduations, fashion shows and concerts happen. On free days the hall can be hired for weddings, meetings and church.',
    features: [
      'Assembly hall with 300 seats',
      'Stage with lights',
      'Photo and sound studio',
      'Covered parking',
      'Step-free entrance and toilets',
    ],
    equipment: ['Sound system', 'Projector and screen', 'Cameras and studio lights', 'Microphones'],
    openingHours: '7:00 AM - 10:00 PM',
    availableDays: 'Monday - Sunday',
    capacity: '300 guests',
    maintenance: 'Inspected before every event',
    imageUrl: demoImage('facility/main-building'),
    imageAlt: 'The white main building between palm trees',
  },
  {
    name: 'Training salon',
    description:
      'A working salon with its own street door. Students serve paying clients from the second week, under the eyes of a trainer, at prices that the neighbourhood can afford. The salon books about 40 clients a week and its takings pay for the products that the class uses.',
    features: [
      'Ten styling stations',
      'Two wash basins with hot water',
      'A quiet facial and massage room',
      'A reception desk run by students',
      'Step-free entrance from Kampala Road',
    ],
    equipment: ['Hood dryers', 'Clippers and steamers', 'Facial beds', 'UV nail lamps', 'Steriliser'],
    openingHours: '8:00 AM - 6:00 PM',
    availableDays: 'Monday - Saturday',
    capacity: '24 students',
    maintenance: 'Cleaned and checked every evening',
    imageUrl: demoImage('facility/salon'),
    imageAlt: 'Three mirrors and three salon chairs',
  },
  {
    name: 'Computer lab',
    description:
      'Thirty desktops on a network that the students wired themselves, with a repair bench along the back wall. When the power fails, the batteries carry the room for four hours.',
    features: [
      'One machine for every student',
      'Fast fibre connection',
      'Battery power for four hours',
      'Repair bench with parts to practise on',
    ],
    equipment: ['30 desktop computers', 'Network rack and switches', 'Soldering stations', 'Projector'],
    openingHours: '8:00 AM - 8:00 PM',
    availableDays: 'Monday - Saturday',
    capacity: '30 students',
    maintenance: 'Checked weekly by the technician',
    imageUrl: demoImage('facility/computer-lab'),
    imageAlt: 'Three computers on a long desk',
  },
  {
    name: 'Fashion workshop',
    description:
      'A long bright room with cutting tables you can walk around and a wall of cloth sorted by colour.',
    features: ['Eight cutting tables', 'Natural light from both sides', 'Cloth store at cost price'],
    equipment: [
      '16 straight-stitch machines',
      '6 overlock machines',
      '2 embroidery machines',
      'Dress forms',
      'Steam irons',
    ],
    openingHours: '8:00 AM - 5:00 PM',
    capacity: '20 students',
    imageUrl: demoImage('facility/fashion-studio'),
    imageAlt: 'A sewing machine and two dress forms by a window',
  },
  {
    name: 'Teaching kitchen',
    description:
      'Six cooking stations around one large table. The class cooks lunch for the whole institute, so every lesson ends with guests who are hungry and honest.',
    features: ['Six gas stations', 'Cold room', 'Herb garden behind the door', 'Dining hall next door'],
    equipment: ['Deck oven', 'Dough mixer', 'Gas ranges', 'Cake turntables'],
    availableDays: 'Monday - Friday',
    capacity: '18 students',
    imageUrl: demoImage('facility/kitchen'),
    imageAlt: 'An oven, a stove and pots on a tiled wall',
  },
  {
    name: 'Student hostel',
    description: 'Forty beds for students from other districts, two minutes from the classrooms.',
    features: ['Rooms for two and four', 'Hot water', 'A warden day and night'],
    equipment: ['Beds and mosquito nets', 'Lockers', 'Shared kitchen', 'Washing lines'],
    openingHours: 'Day and night',
    availableDays: 'Monday - Sunday',
    capacity: '40 beds',
    maintenance: 'Cleaned every day',
    imageUrl: demoImage('facility/hostel'),
    imageAlt: 'A two-storey hostel with balconies and trees',
  },
  {
    name: 'Library and study room',
    description:
      'Two thousand books, fashion magazines back to 1998 and thirty quiet seats. Every student may borrow three books for two weeks, and anyone from the neighbourhood may read here.',
    features: [
      'Thirty reading seats',
      'Free wireless internet',
      'Tablets on loan',
      'Homework help on Wednesdays',
    ],
    equipment: ['2,000 books', '12 tablets', 'Printer and scanner'],
    openingHours: '8:00 AM - 7:00 PM',
    availableDays: 'Monday - Saturday',
    imageUrl: demoImage('facility/library'),
    imageAlt: 'Shelves full of books around a reading table',
  },
  {
    name: 'Sports ground',
    description:
      'A grass pitch and two netball courts ten minutes away on foot, shared with two primary schools.',
    features: ['Full-size football pitch', 'Two netball courts', 'Changing rooms'],
    equipment: ['Balls and bibs', 'Portable goals', 'First-aid kit'],
    imageUrl: demoImage('facility/sports-ground'),
    imageAlt: 'A football pitch with a goal and floodlights',
  },
];
