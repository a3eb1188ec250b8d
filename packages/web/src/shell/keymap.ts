/** A letter, digit or sign that is not a key of this table. */
export const ANY_OTHER = 'any other'

/** Every key of the page, in one table: what the sheet shows is what the page does. */
export const KEYMAP = {
  jump: { keys: ['mod+k'], label: 'Jump to a crew, group, agent or command', section: 'Anywhere' },
  help: { keys: ['?'], label: 'Show this sheet', section: 'Anywhere' },
  goOverview: { keys: ['g o'], label: 'Overview', section: 'Go to' },
  goActivity: { keys: ['g a'], label: 'Activity', section: 'Go to' },
  goComms: { keys: ['g c'], label: 'Comms', section: 'Go to' },
  goReports: { keys: ['g r'], label: 'Reports', section: 'Go to' },
  goGroups: { keys: ['g g'], label: 'Groups', section: 'Go to' },
  goCrew: { keys: ['g w'], label: 'Crew', section: 'Go to' },
  goNeeds: { keys: ['g n'], label: 'Needs you', section: 'Go to' },
  goHome: { keys: ['g h'], label: 'All crews', section: 'Go to' },
  cardTask: { keys: ['t'], label: 'Give a task', section: 'Overview' },
  cardInterrupt: { keys: ['i'], label: 'Interrupt the agent of the card', section: 'Overview' },
  pauseCrew: { keys: ['p'], label: 'Pause or resume the crew', section: 'Overview' },
  peek: { keys: [' '], label: 'Show the record of the card beside it', section: 'Overview' },
  previousGroup: { keys: ['alt+ArrowUp'], label: 'Previous group', section: 'Groups' },
  nextGroup: { keys: ['alt+ArrowDown'], label: 'Next group', section: 'Groups' },
  previousUnread: {
    keys: ['alt+shift+ArrowUp'],
    label: 'Previous unread group',
    section: 'Groups',
  },
  nextUnread: { keys: ['n', 'alt+shift+ArrowDown'], label: 'Next unread group', section: 'Groups' },
  newGroup: { keys: ['c'], label: 'New group', section: 'Groups' },
  filterGroups: { keys: ['/'], label: 'Filter groups', section: 'Groups' },
  details: { keys: ['i'], label: 'Show or hide details', section: 'Groups' },
  find: { keys: ['mod+f'], label: 'Find in the group', section: 'Groups' },
  nextMessage: { keys: ['j', 'ArrowDown'], label: 'Next message', section: 'Messages' },
  previousMessage: { keys: ['k', 'ArrowUp'], label: 'Previous message', section: 'Messages' },
  openMessage: { keys: ['Enter'], label: 'Move to the buttons of a message', section: 'Messages' },
  leaveMessage: {
    keys: ['Escape'],
    label: 'Leave the buttons, messages or box',
    section: 'Messages',
  },
  firstMessage: { keys: ['Home'], label: 'First loaded message', section: 'Messages' },
  latestMessage: { keys: ['End'], label: 'Latest message', section: 'Messages' },
  react: { keys: ['+'], label: 'All reactions', section: 'Messages' },
  quickReact: { keys: ['1', '2', '3', '4', '5', '6'], label: 'React 👍 … 👀', section: 'Messages' },
  reply: { keys: ['r', '@'], label: 'Reply with a mention', section: 'Messages' },
  markUnread: { keys: ['u'], label: 'Mark unread from here', section: 'Messages' },
  copyLink: { keys: ['y'], label: 'Copy a link', section: 'Messages' },
  write: { keys: [ANY_OTHER], label: 'Write a message', section: 'Messages' },
  playLanes: { keys: [' '], label: 'Play or pause the story', section: 'Lanes' },
  previousMark: { keys: ['ArrowLeft'], label: 'Previous mark', section: 'Lanes' },
  nextMark: { keys: ['ArrowRight'], label: 'Next mark', section: 'Lanes' },
  backInTime: { keys: ['shift+ArrowLeft'], label: '10 seconds back', section: 'Lanes' },
  forwardInTime: { keys: ['shift+ArrowRight'], label: '10 seconds forward', section: 'Lanes' },
  zoomIn: { keys: ['+', '='], label: 'Show less time', section: 'Lanes' },
  zoomOut: { keys: ['-'], label: 'Show more time', section: 'Lanes' },
  wholeStory: { keys: ['0'], label: 'Whole story', section: 'Lanes' },
  laneTable: { keys: ['t'], label: 'As a table or as lanes', section: 'Lanes' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly keys: readonly string[]; readonly label: string; readonly section: string }
  >
>

export type KeyId = keyof typeof KEYMAP
