CREATE TABLE `message_versions` (
	`message_id` text NOT NULL,
	`seq` integer NOT NULL,
	`content` text NOT NULL,
	`mentions` text NOT NULL,
	`parts` text,
	`at` text NOT NULL,
	PRIMARY KEY(`message_id`, `seq`)
);
--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `edited_at` text;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `deleted_at` text;