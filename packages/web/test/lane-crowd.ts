import { StoryFile } from './story-file'

/** A busy crew: so many agents and groups, and so many messages, one every few seconds. Half of the agents are silent. */
export function crowd(end: number, agents: number, groups: number, messages: number) {
  const begin = end - messages * 2_000
  const story = new StoryFile('crowd', begin)
  const roles = ['developer', 'qa-tester', 'architect', 'technical-writer']
  const ids = Array.from({ length: agents - 1 }, (_, n) =>
    story.agent(`Agent ${n + 1}`, roles[n % roles.length] ?? 'developer'),
  )
  const talking = ids.slice(0, Math.floor(ids.length / 2))
  const who = (n: number) => talking[n % talking.length] ?? story.leadId
  for (let n = 0; n < groups; n++) {
    story.group(`group-${n + 1}`, `Group ${n + 1}`, [who(n), who(n + 1), who(n + 2)])
  }
  for (let n = 0; n < messages; n++) {
    story.at(begin + n * 2_000)
    const group = n % Math.ceil(groups / 2)
    if (n % 100 === 0) story.task(story.leadId, who(group), `Step ${n} of the way`)
    const over = n % 10 === 0 ? story.turn(who(group)) : null
    story.post(who(group), `group-${group + 1}`, `Message ${n} of many.`)
    over?.()
  }
  return story
}
