ALTER TABLE `turns` ADD `seen_at` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `ended_at` text;--> statement-breakpoint
UPDATE `turns` SET `seen_at` = `fact`.`at` FROM `journal` AS `fact` WHERE `fact`.`type` = 'turn:seen' AND `turns`.`id` = json_extract(`fact`.`data`, '$.turnId');--> statement-breakpoint
UPDATE `turns` SET `ended_at` = `fact`.`at` FROM `journal` AS `fact` WHERE `fact`.`type` = 'turn:ended' AND `turns`.`id` = json_extract(`fact`.`data`, '$.turnId');--> statement-breakpoint
CREATE INDEX `idx_turns_lead` ON `turns` (`lead_id`,`ended_at`,`seq`);
