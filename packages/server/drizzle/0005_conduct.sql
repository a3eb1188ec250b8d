ALTER TABLE `agents` ADD `hold` text;--> statement-breakpoint
ALTER TABLE `agents` ADD `conduct` text DEFAULT '{"freshSeq":0,"strikes":0,"calmSince":null}' NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_groups` ADD `hold` text;--> statement-breakpoint
ALTER TABLE `chat_groups` ADD `conduct` text DEFAULT '{"freshSeq":0,"strikes":0,"calmSince":null}' NOT NULL;--> statement-breakpoint
ALTER TABLE `needs` ADD `group_name` text;