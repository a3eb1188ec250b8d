ALTER TABLE `chat_groups` ADD `archived_by` text;--> statement-breakpoint
UPDATE `chat_groups` SET `archived_by` = 'system' WHERE `archived` = 1;
