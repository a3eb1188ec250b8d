CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`since` text NOT NULL,
	`message_id` text,
	`texts` text
);
--> statement-breakpoint
UPDATE `chat_group_messages` SET `reply_to` = json_set(`reply_to`, '$.text', '') WHERE `reply_to` IS NOT NULL AND json_extract(`reply_to`, '$.id') IN (SELECT `id` FROM `chat_group_messages` WHERE `deleted_at` IS NOT NULL);--> statement-breakpoint
UPDATE `journal` SET `data` = json_set(`data`, '$.request.parts', json('null'), '$.request.secrets', json('null')) WHERE `type` = 'request:answered' AND EXISTS (SELECT 1 FROM `chat_group_messages` WHERE `chat_group_messages`.`lead_id` = `journal`.`lead_id` AND `deleted_at` IS NOT NULL AND instr(`journal`.`data`, `chat_group_messages`.`id`) > 0);--> statement-breakpoint
INSERT INTO `erasures` (`lead_id`, `since`) SELECT '', '9999' WHERE EXISTS (SELECT 1 FROM `leads`);
