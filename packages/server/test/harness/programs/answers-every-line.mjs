// A pipe program that answers whatever it reads, line by line, also what is told of its own commands.
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') console.log('⟦⟦ GROUP_MESSAGE {"group":"team","content":"noted in log.txt"} ⟧⟧')
}
